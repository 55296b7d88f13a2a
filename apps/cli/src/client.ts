import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { contract } from '@lathe/contract'
import { createORPCClient, createORPCErrorFromJson, isORPCErrorJson } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { CliError, notLathe } from './cli-error.ts'

export type Client = ContractRouterClient<typeof contract>

/** Server URL and access token. */
export type Address = { url: string; token: string }

type Env = Record<string, string | undefined>

/** The data folder of the server on this machine. The server has the same default. */
export function findHome(env: Env): string {
  const { LATHE_HOME: home } = env
  if (home !== undefined && home !== '') return home
  try {
    const user = homedir()
    if (existsSync(user)) return join(user, '.lathe')
  } catch {
    // The user has no entry in the password file.
  }
  return resolve('.lathe')
}

/** The server URL for error messages. */
export const addressIn = (env: Env): string =>
  env['LATHE_URL'] ?? readLine(join(findHome(env), 'address')) ?? 'the address'

/**
 * From `LATHE_URL` and `LATHE_TOKEN`, otherwise from the address and token files in the server's
 * home.
 */
export function findAddress(env: Env): Address {
  const home = findHome(env)
  const url = env['LATHE_URL'] ?? readLine(join(home, 'address'))
  const token = env['LATHE_TOKEN'] ?? readLine(join(home, 'token'))
  if (url === null) {
    throw new CliError(`No server has been started with ${home}`, {
      hint: 'Start one with `lathe start`, or set LATHE_URL.',
      exitCode: 2,
    })
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new CliError(`LATHE_URL is not a valid server URL: ${url}`, {
      hint: 'A server URL starts with http:// or https://.',
      exitCode: 2,
    })
  }
  return { url: url.replace(/\/$/, ''), token: token ?? '' }
}

function readLine(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

export const createClient = ({ url, token }: Address): Client =>
  createORPCClient(
    new RPCLink({
      url: `${url}/rpc`,
      headers: { authorization: `Bearer ${token}` },
      async fetch(request, init) {
        const response = await fetch(request, init)
        // An HTML page would be parsed as an empty response.
        if (response.headers.get('content-type')?.startsWith('text/html')) throw notLathe(url)
        return response
      },
    }),
  )

/** Calls an endpoint that is not in the contract, because it receives or returns a file. */
export async function request(
  { url, token }: Address,
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: Blob | string } = {},
): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${path}`, { ...init, headers })
  if (response.headers.get('content-type')?.startsWith('text/html')) throw notLathe(url)
  if (response.ok) return response
  const text = await response.text()
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
  if (isORPCErrorJson(answer)) throw createORPCErrorFromJson(answer)
  throw new CliError(`${url} responded with status ${response.status}`, { exitCode: 2 })
}

/** Opens a file as the body of a request. */
export async function openFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file)
  } catch {
    throw new CliError(`${file} cannot be read`, { exitCode: 2 })
  }
}
