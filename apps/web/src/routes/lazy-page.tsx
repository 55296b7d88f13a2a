import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Suspense } from '../ui/suspense.tsx'
import { RoutePending } from './boundaries.tsx'

/** What a module exports under a name as the component of a route: loaded with it, and waiting for its first data. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
) {
  const Page = lazyRouteComponent(async (): Promise<{ default: () => ReactNode }> => ({
    default: (await load())[name],
  }))
  const { preload = async () => {} } = Page
  const Waiting = () => (
    <Suspense fallback={<RoutePending />}>
      <Page />
    </Suspense>
  )
  return Object.assign(Waiting, { preload })
}
