import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { pacedLoad } from './load.ts'
import type { Pace } from './paced.ts'

const { perSecond, seconds } = workerData as Pace
const send = pacedLoad(perSecond, seconds)
await sendToNobody()

parentPort?.on(
  'message',
  (url: string) => void send(url).then((load) => parentPort?.postMessage(load)),
)
parentPort?.postMessage('ready')

/** Warms up the sender, so that its compilation is not measured. */
async function sendToNobody() {
  const nobody = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(202).end())
  }).listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const { port } = nobody.address() as AddressInfo
  await pacedLoad(perSecond, 1)(`http://127.0.0.1:${port}`)
  nobody.close()
  nobody.closeAllConnections()
}
