import type { Repricing } from '@lathe/contract'
import { addRepricing, nothingRepriced } from '@lathe/traces'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../lib/api/api.ts'

const asks = { preview: client.models.previewRepricing, reprice: client.models.reprice }

type Work = { what: keyof typeof asks; from?: number }

/** Processes past calls in parts and reports the running total. */
export function useRepricing() {
  const [sum, setSum] = useState<Repricing>(nothingRepriced)
  const aborting = useRef(new AbortController())
  const stop = () => aborting.current.abort()
  const { mutateAsync, reset, ...work } = useMutation({
    mutationFn: async ({ what, from }: Work) => {
      const { signal } = aborting.current
      let found = nothingRepriced
      do {
        const part = await asks[what](
          { ...(from !== undefined && { from }), ...(found.next && { after: found.next }) },
          { signal },
        )
        found = addRepricing(found, part)
        setSum(found)
      } while (found.next && !signal.aborted)
      return found
    },
  })
  useEffect(() => () => aborting.current.abort(), [])
  return {
    ...work,
    sum,
    stop,
    /** Returns the total, or undefined if it failed; `error` holds the reason. */
    start: async (what: Work): Promise<Repricing | undefined> => {
      aborting.current = new AbortController()
      setSum(nothingRepriced)
      return await mutateAsync(what).catch(() => undefined)
    },
    reset: () => {
      stop()
      setSum(nothingRepriced)
      reset()
    },
  }
}
