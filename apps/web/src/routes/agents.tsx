import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { textParam, integerParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Agents', to: '/agents' } as const

export const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  validateSearch: z.object({ q: textParam }),
  staticData: { section, contentLabel: 'the agents' },
  component: lazyPage(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
})

export const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$agent',
  validateSearch: z.object({
    version: integerParam,
    node: textParam,
    tab: textParam,
    thread: textParam,
    run: textParam,
    step: textParam,
  }),
  staticData: { section, contentLabel: 'the agent' },
  component: lazyPage(() => import('../features/workbench/workbench-page.tsx'), 'WorkbenchPage'),
})

export const versionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$agent/versions',
  validateSearch: z.object({ from: textParam, to: textParam }),
  staticData: { section, contentLabel: 'the versions' },
  component: lazyPage(() => import('../features/versions/versions-page.tsx'), 'VersionsPage'),
})

export const codeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$agent/code',
  validateSearch: z.object({ version: integerParam, file: textParam }),
  staticData: { section, contentLabel: 'the code' },
  component: lazyPage(() => import('../features/code/code-page.tsx'), 'CodePage'),
})

export const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$agent/connect',
  staticData: { section, contentLabel: 'the connection guide' },
  component: lazyPage(() => import('../features/connect/connect-page.tsx'), 'ConnectPage'),
})
