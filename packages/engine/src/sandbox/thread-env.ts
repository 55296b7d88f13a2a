/** All that a thread or process that runs other people's code gets of the environment: where compiled code is kept. */
export function threadEnv(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
