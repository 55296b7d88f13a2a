import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { section: { title: 'Settings', to: '/settings' }, contentLabel: 'the settings' },
  component: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
})
