FROM node:24-bookworm-slim AS build
WORKDIR /lathe
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile && node scripts/build.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/node-compile LATHE_HOME=/data HOST=0.0.0.0
# As in scripts/lib/toolchain.mjs: 40 MB less.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /lathe
COPY --from=build /lathe .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4747
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4747/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "apps/server/dist/main.js"]
