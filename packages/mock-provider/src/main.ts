import { parseArgs } from 'node:util'
import { startMockProvider } from './start-mock-provider.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

const mockProvider = await startMockProvider({ port: Number(values.port), keepsRequests: false })
process.stdout.write(`${mockProvider.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void mockProvider.close())
}
