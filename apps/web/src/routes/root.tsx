import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useLocation } from '@tanstack/react-router'
import { Shell } from '../shell/shell.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The crumb every page of a section starts with. */
    section?: {
      title: string
      /** Noun for the listed items, if the title does not contain it. */
      lists?: string
      to:
        | '/'
        | '/inbox'
        | '/agents'
        | '/threads'
        | '/traces'
        | '/alerts'
        | '/compare'
        | '/prompts'
        | '/datasets'
        | '/tools'
        | '/knowledge'
        | '/memory'
        | '/models'
        | '/settings'
    }
    /** Completes "Could not load …". */
    contentLabel?: string
  }
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
})

function Root() {
  const isLogin = useLocation({ select: (location) => location.pathname === '/login' })
  if (isLogin) return <Outlet />
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
