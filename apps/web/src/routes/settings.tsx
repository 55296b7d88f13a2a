import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  staticData: { section: { title: 'Settings', to: '/settings' }, loads: 'the settings' },
  component: lazyRouteComponent(
    () => import('../features/settings/settings-page.tsx'),
    'SettingsPage',
  ),
})
