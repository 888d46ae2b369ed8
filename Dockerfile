# syntax=docker/dockerfile:1
# Three stages: the web is built with everything, and what runs is only what the program needs.

FROM node:26-slim AS web
WORKDIR /vouch
COPY package.json package-lock.json ./
# Install scripts of packages never run; nothing here needs them.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY web ./web
COPY src/contracts ./src/contracts
RUN node node_modules/vite/bin/vite.js build --config web/vite.config.ts --logLevel warn

FROM node:26-slim AS modules
WORKDIR /vouch
COPY package.json package-lock.json ./
# Among the optional packages are what reads pictures on this machine, and a Node, which this image is already.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:26-slim
LABEL org.opencontainers.image.title="Vouch" \
      org.opencontainers.image.description="A ledger of kept promises: web, API and worker in one image" \
      org.opencontainers.image.licenses="UNLICENSED"
WORKDIR /vouch
COPY --from=modules /vouch/node_modules ./node_modules
COPY --from=web /vouch/dist/web ./dist/web
COPY package.json ./
COPY src ./src
# What starts the processes that run submitted code. Without it they would have fewer limits (docs/adr/0036-the-sandbox.md).
RUN prlimit --version && nice true
# The only folder that is written to; with EventStoreDB and MongoDB nothing in it lasts. The root can be read-only.
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=1048576 \
    MALLOC_TRIM_THRESHOLD_=4194304 \
    VOUCH_MODE=production \
    VOUCH_DATA=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    OPERATIONS_PORT=9090
USER node
VOLUME /data
EXPOSE 3000 9090
# The program ends by itself on SIGTERM, within 9.5 s. It waits for the processes that it starts, and those can start none: it
# can be process 1.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPERATIONS_PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "src/main.ts"]
CMD ["serve"]
