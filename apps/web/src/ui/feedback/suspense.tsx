import {
  Suspense as ReactSuspense,
  startTransition,
  type SuspenseProps,
  useLayoutEffect,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react'
import { countArrivals, subscribeToArrivals } from '../../lib/api/arrivals.ts'

/**
 * React's Suspense without its throttle: React delays revealing content until 300 ms after the last
 * reveal anywhere on the page, except for content rendered by an update. So this forces an update
 * on
 * each arrival.
 */
export function Suspense({ fallback, children }: SuspenseProps) {
  const [, retry] = useReducer((attempts: number) => attempts + 1, 0)
  return (
    <ReactSuspense
      fallback={
        <>
          <RetryOnArrival onArrival={retry} />
          {fallback}
        </>
      }
    >
      {children}
    </ReactSuspense>
  )
}

function RetryOnArrival({ onArrival }: { onArrival: () => void }) {
  const arrivals = useSyncExternalStore(subscribeToArrivals, countArrivals)
  const [initialArrivals] = useState(arrivals)
  useLayoutEffect(() => {
    if (arrivals !== initialArrivals) startTransition(onArrival)
  }, [arrivals, initialArrivals, onArrival])
  return null
}
