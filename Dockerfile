# SPDX-License-Identifier: Apache-2.0
#
# pmusim on a system that is not Debian 12. Build the image once, in the root of the checkout:
#
#   docker build -t pmusim .
#
# Then use it as the program itself; the current folder is where it reads and writes:
#
#   docker run --rm -v "$PWD:/scenarios" pmusim run configs/threshold_semantics.json
#
# The scenarios that come with pmusim are in /usr/local/share/pmusim. On Linux, add
# --user "$(id -u):$(id -g)" so that the files written are yours.

FROM debian:12

COPY scripts /src/pmusim/scripts
RUN /src/pmusim/scripts/setup build --yes && rm -rf /var/lib/apt/lists/*

COPY . /src/pmusim
RUN cd /src/pmusim \
 && cmake --preset release -DPMUSIM_BUILD_TESTS=OFF \
 && cmake --build --preset release \
 && cmake --install build/release --prefix /usr/local \
 && rm -rf build

WORKDIR /scenarios
ENTRYPOINT ["/usr/local/bin/pmusim"]
