import { localStorageColorSchemeManager } from '@mantine/core'

/** The key is also read by `public/theme.js`, before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lathe.theme' })
