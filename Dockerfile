# The first stage makes a release (npm run release); the image is Node and the folder of that release.
#
#   docker build --tag switchboard .
#   docker run --read-only --publish 4000:4000 --volume switchboard:/data --env-file .env switchboard
#   docker run --rm --env-file .env switchboard admin.mjs list-accounts
#
# RUN_IMAGE may be any image with glibc, libstdc++ and Node 20.19 or later on its PATH; nothing here calls a shell.
ARG NODE_IMAGE=node:22-bookworm-slim
ARG RUN_IMAGE=${NODE_IMAGE}

FROM ${NODE_IMAGE} AS release
WORKDIR /source
COPY package.json package-lock.json ./
# The release builds, once the sources are there.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The time of the files, in seconds since 1970: git log -1 --format=%ct. With it, the image holds the release of the commit.
ARG SOURCE_DATE_EPOCH
RUN npm run release -- --out /release \
  && mkdir /image \
  && mv /release/switchboard-*/ /image/switchboard \
  && mkdir /image/data

FROM ${RUN_IMAGE}
# Not a name: an orchestrator can tell that a number is not root.
ARG USER_ID=1000
COPY --from=release /image/switchboard /switchboard
COPY --from=release --chown=${USER_ID}:${USER_ID} /image/data /data
ENV DATA_DIR=/data \
  PATH=/usr/local/bin:/usr/bin:/bin:/nodejs/bin
WORKDIR /switchboard
USER ${USER_ID}:${USER_ID}
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node"]
CMD ["server.mjs"]
