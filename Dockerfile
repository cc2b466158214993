# syntax=docker/dockerfile:1

FROM node:24-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
COPY contract/package.json contract/
COPY cli/package.json cli/
COPY packages/internal/package.json packages/internal/
COPY packages/sdk/package.json packages/sdk/

FROM manifests AS dependencies
# The base image has Node: skip the optional packages that install it elsewhere.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional --ignore-scripts

# The console, built by tools that the service does not need.
FROM manifests AS console
RUN --mount=type=cache,target=/root/.npm npm ci --workspace=console --ignore-scripts
COPY tsconfig.json ./
COPY console console
COPY scripts/build-console.ts scripts/
RUN node scripts/build-console.ts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json openapi-3.0.json ./
COPY contract contract
COPY packages packages
COPY cli cli
COPY db db
COPY server server
COPY --from=console /app/console/dist console/dist
COPY scripts/migrate.ts scripts/run-tool.ts scripts/issue-token.ts scripts/
# `docker build --build-arg COMMIT=$(git rev-parse --short HEAD)`: metrics and the log show it.
ARG COMMIT=unknown
RUN echo "$COMMIT" > COMMIT
# Compiled code of the service, for the user that will run it. The file system may be read-only then.
RUN mkdir node_modules/.cache && chown 1000:1000 node_modules/.cache
USER node
RUN node --input-type=module --eval "import { useCompileCache } from './server/process/compile-cache.js'; useCompileCache(); await import('./server/config/config.ts'); await import('./server/boot.ts'); await import('./server/clients/redis.ts'); process.exit()"
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# docs/scale.md#memory-of-a-process
ENV MALLOC_ARENA_MAX=2
# Node runs the sources directly. As PID 1 it receives SIGTERM and shuts down cleanly.
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=2", "--no-parallel-scavenge", \
  "--no-allocation-site-pretenuring", "--external-memory-accounted-in-global-limit", "server/main.js"]
