import { type Address, type Client, createClient, findAddress } from './client.ts'

/** What a command gets of the world. */
export type Context = {
  env: Record<string, string | undefined>
  out: (text: string) => void
  /** Progress and remarks, apart from what is asked for. */
  err: (text: string) => void
}

export type Connection = Address & { client: Client }

export function connect({ env }: Context): Connection {
  const address = findAddress(env)
  return { ...address, client: createClient(address) }
}
