import * as z from 'zod'
import type { ProtocolEvent } from './protocol-event.ts'

export const Subscription = z.object({
  channels: z.array(z.string()).max(100),
  namespaces: z.array(z.array(z.string())).nullish(),
  depth: z.int().nonnegative().nullish(),
  since: z.number().nonnegative().nullish(),
})
export type Subscription = z.infer<typeof Subscription>

/** Implements the subscription rules of the protocol. */
export const matchesSubscription =
  ({ channels, namespaces, depth, since }: Subscription) =>
  ({ method, seq, params: { namespace } }: ProtocolEvent): boolean =>
    channels.includes(method === 'input.requested' ? 'input' : method) &&
    (since == null || seq > since) &&
    (namespaces == null ||
      namespaces.length === 0 ||
      namespaces.some((prefix) => isWithin(namespace, prefix, depth ?? Infinity)))

function isWithin(namespace: string[], prefix: string[], depth: number): boolean {
  if (namespace.length < prefix.length || namespace.length - prefix.length > depth) return false
  return prefix.every((segment, index) => {
    const pattern = namespace[index] ?? ''
    // A segment without a task id means all tasks of the node.
    return pattern === segment || (!segment.includes(':') && pattern.split(':')[0] === segment)
  })
}
