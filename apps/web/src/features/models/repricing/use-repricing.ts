import type { Repricing } from '@lathe/contract'
import { addRepricing, nothingRepriced } from '@lathe/traces'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../lib/api/api.ts'

const requests = { preview: client.models.previewRepricing, reprice: client.models.reprice }

type RepricingRequest = { kind: keyof typeof requests; from?: number }

/** Processes past calls in parts and reports the running total. */
export function useRepricing() {
  const [totals, setTotals] = useState<Repricing>(nothingRepriced)
  const aborting = useRef(new AbortController())
  const stop = () => aborting.current.abort()
  const { mutateAsync, reset, ...mutation } = useMutation({
    mutationFn: async ({ kind, from }: RepricingRequest) => {
      const { signal } = aborting.current
      let result = nothingRepriced
      do {
        const page = await requests[kind](
          { ...(from !== undefined && { from }), ...(result.next && { after: result.next }) },
          { signal },
        )
        result = addRepricing(result, page)
        setTotals(result)
      } while (result.next && !signal.aborted)
      return result
    },
  })
  useEffect(() => () => aborting.current.abort(), [])
  return {
    ...mutation,
    sum: totals,
    stop,
    /** Returns the total, or undefined if it failed; `error` holds the reason. */
    start: async (kind: RepricingRequest): Promise<Repricing | undefined> => {
      aborting.current = new AbortController()
      setTotals(nothingRepriced)
      return await mutateAsync(kind).catch(() => undefined)
    },
    reset: () => {
      stop()
      setTotals(nothingRepriced)
      reset()
    },
  }
}
