import type { Collection } from '@lathe/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { type Pending, findRejection, toSource } from './sources.ts'

export type QueueItem = {
  key: number
  source: Pending
  state: 'ready' | 'sending' | 'added' | 'failed'
  /** Why the server rejected it. */
  reason?: string
}

const DEFAULT_BYTES = 20 * 1024 * 1024

/**
 * Queue of sources to add. Each is sent in its own request, so one rejection does not affect the
 * others.
 */
export function useAddQueue(collection: Collection) {
  const queryClient = useQueryClient()
  const { data: systemInfo } = useQuery(api.system.about.queryOptions())
  const [items, setItems] = useState<readonly QueueItem[]>([])
  const maxBytes = systemInfo?.limits.documentBytes ?? DEFAULT_BYTES

  const put = (sources: readonly Pending[]) =>
    setItems((current) => {
      const next = current.reduce((max, { key }) => Math.max(max, key), 0) + 1
      return [
        ...current,
        ...sources.map((source, index): QueueItem => {
          const reason = findRejection(source, maxBytes)
          const key = next + index
          return reason === null
            ? { key, source, state: 'ready' }
            : { key, source, state: 'failed', reason }
        }),
      ]
    })
  const change = (key: number, changes: Partial<QueueItem>) =>
    setItems((current) =>
      current.map((item) => (item.key === key ? { ...item, ...changes } : item)),
    )
  const remove = (key: number) => setItems((current) => current.filter((item) => item.key !== key))

  const send = async (sent: readonly QueueItem[] = items) => {
    for (const { key, source, state } of sent) {
      if (state === 'added' || findRejection(source, maxBytes) !== null) continue
      change(key, { state: 'sending' })
      try {
        await client.knowledge.addDocument({ id: collection.id, source: await toSource(source) })
        change(key, { state: 'added' })
      } catch (error) {
        change(key, { state: 'failed', reason: describeError(error).message })
      }
    }
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  }
  return { items, put, remove, send, isSending: items.some(({ state }) => state === 'sending') }
}
