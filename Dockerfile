# syntax=docker/dockerfile:1
# The package in an image, for amd64 and arm64:
#   docker build -t perigee .
#   docker buildx build --platform linux/amd64,linux/arm64 -t perigee .

# Bookworm: glibc, for which the native parts of the dependencies are prebuilt.
FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
WORKDIR /perigee
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:24-bookworm-slim
# The driver of Cassandra, for --cluster and `perigee serve`.
RUN --mount=type=bind,from=build,source=/tmp,target=/package \
    npm install --global --no-audit --no-fund /package/perigee-*.tgz cassandra-driver@4.10.0 \
    && npm cache clean --force
RUN mkdir /data && chown node:node /data
USER node
# cassandra-driver is looked for here as well.
WORKDIR /data
VOLUME /data
EXPOSE 3030
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:3030/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["perigee"]
CMD ["start", "--home", "/data", "--host", "0.0.0.0"]
