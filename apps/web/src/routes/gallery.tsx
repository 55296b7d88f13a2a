import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root.tsx'

/** Every presentational part in every state, while developing; no build contains it. */
export const createGalleryRoute = () =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/gallery',
    component: lazyRouteComponent(
      () => import('../features/gallery/gallery-page.tsx'),
      'GalleryPage',
    ),
  })
