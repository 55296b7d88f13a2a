import { createRoute } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'
import { lazyPage } from './lazy-page.tsx'

/** Every presentational part in every state, while developing; no build contains it. */
export const createGalleryRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/gallery',
    component: lazyPage(() => import('../features/gallery/gallery-page.tsx'), 'GalleryPage'),
  })
