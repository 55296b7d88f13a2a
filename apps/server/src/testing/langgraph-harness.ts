import { Client } from '@langchain/langgraph-sdk'
import { Client as Client1_12 } from 'langgraph-sdk-older'
import { GraphDocument } from '@lathe/contract'
import { type StartOptions, startMockProvider } from '@lathe/mock-provider'
import { afterEach } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { describeDatabases, describeSqlite } from './databases.ts'
import { settingDocument } from './documents.ts'
import { asking } from './runnable-documents.ts'
import { startRunningApp } from './running-app.ts'

const model = { connection: 'lane', name: 'demo-fast' }
const prompt = { messages: [{ role: 'placeholder', channel: 'messages' }] }

/** A chat agent: one model call that answers the last message. */
export const chatting = (): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: { messages: { type: 'messages' } },
    input: ['messages'],
    output: ['messages'],
    nodes: { reply: { kind: 'model', model, prompt } },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
  })

/** A chat agent whose calculator needs approval for each call. */
export const approving = (): GraphDocument =>
  GraphDocument.parse({
    ...chatting(),
    nodes: {
      reply: { kind: 'agent', model, prompt, tools: ['calculator'], approvals: ['calculator'] },
    },
  })

/** A script for `approving`: one calculator call, then the answer. */
export const calculating = {
  script: [
    {
      match: { turn: 0 },
      reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '2 + 3' } }] },
    },
    { reply: 'It is 5.' },
  ],
}

export type LanggraphServer = Awaited<ReturnType<typeof startLanggraphServer>>

/**
 * Starts the real server with the agents `chat`, `set`, `ask` and `approve` for LangGraph's own
 * clients.
 */
export async function startLanggraphServer(db: Db, options: StartOptions = {}, SdkClient = Client) {
  const mockProvider = await startMockProvider({
    script: [{ reply: 'The moon does.' }],
    ...options,
  })
  const app = await startRunningApp(db)
  const served = await app.serve()
  await app.client.models.createConnection({
    name: 'lane',
    baseUrl: mockProvider.url,
    key: 'a-key-for-the-provider',
    allowPrivate: true,
  })
  const publish = async (slug: string, document: GraphDocument) => {
    await app.client.agents.create({ name: slug, slug, document })
    await app.client.agents.saveVersion({ agent: slug, revision: 1, publish: true })
  }
  await publish('chat', chatting())
  await publish('set', settingDocument())
  await publish('ask', asking())
  await publish('approve', approving())
  const apiUrl = `${served.url}/langgraph`
  return {
    ...app,
    mockProvider,
    publish,
    apiUrl,
    sdk: new SdkClient({ apiUrl, apiKey: null, callerOptions: { maxRetries: 0 } }),
    close: async () => {
      await served.close()
      await app.stop()
      await mockProvider.close()
    },
  }
}

export type StartServer = (options?: StartOptions) => Promise<LanggraphServer>

/** Starts one server per test and closes it afterwards. Call `start` inside the test. */
export function useLanggraphServer(db: () => Db, SdkClient = Client): StartServer {
  let server: LanggraphServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  return async (options) => {
    server = await startLanggraphServer(db(), options, SdkClient)
    return server
  }
}

/** The cast holds: the two clients differ only in private members and newer methods. */
const OlderClient = Client1_12 as unknown as typeof Client

/** Runs the tests with the current client on both engines, and with the oldest supported one on SQLite. */
export function describeLanggraphClients(name: string, tests: (start: StartServer) => void) {
  describeDatabases(name, (db) => tests(useLanggraphServer(db)))
  describeSqlite(`${name}, SDK 1.12`, (db) => tests(useLanggraphServer(db, OlderClient)))
}
