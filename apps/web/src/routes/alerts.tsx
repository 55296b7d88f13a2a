import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

const section = { title: 'Alerts', to: '/alerts' } as const

export const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  staticData: { section, contentLabel: 'the alerts' },
  component: lazyPage(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
})

export const newAlertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/new',
  validateSearch: z.object({ filter: textParam, name: textParam }),
  staticData: { section, contentLabel: 'the form' },
  component: lazyPage(() => import('../features/alerts/alert-page.tsx'), 'NewAlertPage'),
})

export const alertRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts/$alertId',
  staticData: { section, contentLabel: 'the alert' },
  component: lazyPage(() => import('../features/alerts/alert-page.tsx'), 'AlertPage'),
})
