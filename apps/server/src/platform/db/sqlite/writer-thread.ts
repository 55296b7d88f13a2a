import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { Reply, ThreadData, WriterRequest } from './protocol.ts'
import { Writer } from './writer.ts'

const port = parentPort
if (!(port instanceof MessagePort)) throw new Error('The writer must run in a worker thread')

// Rows are packed into slices of the pool. A small pool would be replaced for each row.
Buffer.poolSize = 64 * 1_024

const { file } = workerData as ThreadData
const writer = new Writer(file, (replies: Reply[]) => port.postMessage(replies))

/** Requests that arrived during the last commit form the next group. */
const drain = (first: WriterRequest[]) => {
  const requests = [...first]
  for (;;) {
    const next: { message: WriterRequest[] } | undefined = receiveMessageOnPort(port)
    if (!next) return requests
    requests.push(...next.message)
  }
}

port.on('message', (first: WriterRequest[]) => {
  writer.accept(drain(first))
  if (!writer.isOpen) port.close()
})
