import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Suspense } from '../ui/feedback/suspense.tsx'
import { RoutePending } from './boundaries.tsx'

/**
 * A named export of a lazy module as a route component. It is loaded with the route and suspends
 * until its first data arrives.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) {
  const Page = lazyRouteComponent(async (): Promise<{ default: () => ReactNode }> => ({
    default: (await load())[name],
  }))
  const { preload = async () => {} } = Page
  const SuspendingPage = () => (
    <Suspense fallback={<RoutePending />}>
      <Page />
    </Suspense>
  )
  return Object.assign(SuspendingPage, { preload })
}
