# The folder to build from is an unpacked release archive (.ci/release):
#   docker build --tag grundy --file Dockerfile grundy-0.1.0-x86_64-unknown-linux-gnu
# The program needs no other file.  It works in the folder that is mounted at /work:
#   docker run --rm --volume "$PWD:/work" grundy verify x.nimseq
FROM scratch
COPY LICENSE /LICENSE
COPY grundy /bin/grundy
COPY descriptions /descriptions
WORKDIR /work
ENTRYPOINT ["/bin/grundy"]
