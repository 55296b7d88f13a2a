import { type Address, type Client, createClient, findAddress } from './client.ts'

/** Environment, input and output of a command. */
export type Context = {
  env: Record<string, string | undefined>
  out: (text: string) => void
  /** Progress and notes, kept apart from the result on stdout. */
  err: (text: string) => void
  /** Starts the server in this process, configured by its environment variables. */
  startServer: () => Promise<unknown>
}

export type Connection = Address & { client: Client }

export function connect({ env }: Context): Connection {
  const address = findAddress(env)
  return { ...address, client: createClient(address) }
}
