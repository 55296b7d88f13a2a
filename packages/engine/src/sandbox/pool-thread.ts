import { parentPort, workerData } from 'node:worker_threads'
import type { PoolMessage, PoolThreadData } from './pool.ts'
import type { RealmRequest } from './protocol.ts'
import { openRealm } from './realm.ts'

const { memoryBytes }: PoolThreadData = workerData
const send = (message: PoolMessage) => parentPort?.postMessage(message)
const realm = await openRealm(memoryBytes)

parentPort?.on('message', (request: RealmRequest) => {
  const response = realm.run(request)
  const isLast = realm.isBroken
  send({ type: 'answer', response, isLast })
  if (isLast) process.exit()
  realm.reset()
})
send({ type: 'ready' })
