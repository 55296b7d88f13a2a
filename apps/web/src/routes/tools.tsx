import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { oneOf, text } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const toolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  validateSearch: z.object({
    q: text,
    tool: text,
    server: text,
    add: oneOf(['http', 'code', 'sql', 'media', 'openapi', 'mcp']),
  }),
  staticData: { section: { title: 'Tools', to: '/tools' }, loads: 'the tools' },
  component: lazyPage(() => import('../features/tools/tools-page.tsx'), 'ToolsPage'),
})
