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

/** Pages for visitors without a session. The shell would call the API. */
const isPublic = (path: string) => path === '/login' || path.startsWith('/public/')

function Root() {
  const hasShell = useLocation({ select: ({ pathname }) => !isPublic(pathname) })
  if (!hasShell) return <Outlet />
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
