import { parentPort, workerData } from 'node:worker_threads'
import { pacedLoad } from './load.ts'
import type { Pace } from './paced.ts'

const { perSecond, seconds } = workerData as Pace
const send = pacedLoad(perSecond, seconds)

parentPort?.on(
  'message',
  (url: string) => void send(url).then((load) => parentPort?.postMessage(load)),
)
parentPort?.postMessage('ready')
