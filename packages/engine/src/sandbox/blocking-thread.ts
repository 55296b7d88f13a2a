import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { BlockingThreadData } from './blocking-client.ts'
import { CLAIMED, CLOSED, READY, type RealmRequest, REQUESTED } from './protocol.ts'
import { openRealm } from './realm.ts'

const { flag, port, idleMs, memoryBytes }: BlockingThreadData = workerData
const realm = await openRealm(memoryBytes)
Atomics.store(flag, 0, READY)
Atomics.notify(flag, 0)

for (;;) {
  const isIdle = Atomics.wait(flag, 0, READY, idleMs) === 'timed-out'
  if (isIdle && Atomics.compareExchange(flag, 0, READY, CLOSED) === READY) break
  Atomics.wait(flag, 0, CLAIMED)
  const request: RealmRequest = receiveMessageOnPort(port)?.message
  port.postMessage(realm.run(request))
  const next = realm.isBroken ? CLOSED : READY
  Atomics.compareExchange(flag, 0, REQUESTED, next)
  Atomics.notify(flag, 0)
  if (next === CLOSED) break
  // Reset after the response, so that no caller waits for it.
  realm.reset()
}
port.close()
