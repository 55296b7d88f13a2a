import { createRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { enumParam, textParam } from '../lib/browser/search-params.ts'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

export const toolsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tools',
  validateSearch: z.object({
    q: textParam,
    tool: textParam,
    server: textParam,
    add: enumParam(['http', 'code', 'sql', 'media', 'openapi', 'mcp']),
  }),
  staticData: { section: { title: 'Tools', to: '/tools' }, contentLabel: 'the tools' },
  component: lazyPage(() => import('../features/tools/tools-page.tsx'), 'ToolsPage'),
})
