import './theme/styles.css'
import './ui/layout/shapes.module.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToOtherTabs } from './lib/api/other-tabs.ts'
import { watchPageLeave } from './lib/browser/page-leave.ts'
import { queryClient } from './lib/api/query-client.ts'
import { preventStrayDrops } from './lib/browser/stray-drops.ts'
import { createAppRouter } from './router.tsx'
import { colorSchemeManager } from './theme/color-scheme.ts'
import { cssVariablesResolver, theme } from './theme/theme.ts'
import { ThemeSync } from './theme/theme-sync.tsx'
import { showToast } from './ui/feedback/undo-toast.tsx'

// Lazy chunks disappear when a newer build is deployed, and fail to load while the server is down.
window.addEventListener('vite:preloadError', () => {
  showToast('A part of this page could not be loaded. Is the server there? Then reload.', 'error')
})

watchPageLeave()
listenToOtherTabs(queryClient)
preventStrayDrops()

const router = createAppRouter()
// Preload the page's code and data while the shell renders.
void router.preloadRoute({ to: '.', search: true })
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <ThemeSync />
      <Notifications position="bottom-center" zIndex="var(--z-toast)" containerWidth={380} />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
