# syntax=docker/dockerfile:1

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
# Node comes with the image: the optional packages that bring it to older machines are not needed here.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json ./
COPY contract contract
COPY db db
COPY server server
COPY scripts/migrate.ts scripts/
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node runs the sources as they are. As the first process it gets SIGTERM itself, and stops in order.
CMD ["node", "server/main.ts"]
