import { api, type Context } from '../api/context.ts'

export const systemRoutes = {
  about: api.system.about.handler(({ context }) => ({
    version: context.version,
    node: process.version,
    store: context.db.engine,
    location: locationOf(context),
    url: context.url(),
    requireKeys: context.config.requireKeys,
    startedMs: context.life.startedMs,
    memoryBytes: process.memoryUsage.rss(),
    runs: context.executor.counts(),
    limits: context.limits,
  })),
}

/** The folder, or host and name of the database. Never its user or password. */
function locationOf({ config }: Context): string {
  if (config.databaseUrl === undefined) return config.home
  const { host, pathname } = new URL(config.databaseUrl)
  return `${host}${pathname}`
}
