/** Returns the environment of threads and processes that run user code: only the compile cache. */
export function threadEnv(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
