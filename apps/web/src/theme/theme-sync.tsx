import { useComputedColorScheme } from '@mantine/core'
import { useLayoutEffect } from 'react'

/** Mantine marks the document with its own attribute; our tokens listen to `data-theme`. */
export function ThemeSync() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = scheme
  }, [scheme])

  return null
}
