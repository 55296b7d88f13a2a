import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Modal,
  Notification,
  Text,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core'

const uniformScale = (color: string): MantineColorsTuple => [
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
  color,
]

/** Mantine's light neutrals, from the palest. */
const gray: MantineColorsTuple = [
  'var(--panel)',
  'var(--hover)',
  'var(--line)',
  'var(--line)',
  'var(--line-strong)',
  'var(--text-subtle)',
  'var(--text-subtle)',
  'var(--text-muted)',
  'var(--text)',
  'var(--text)',
]

/** Mantine's dark neutrals, from the palest. */
const dark: MantineColorsTuple = [
  'var(--text)',
  'var(--text-muted)',
  'var(--text-subtle)',
  'var(--line-strong)',
  'var(--line)',
  'var(--hover)',
  'var(--raised)',
  'var(--canvas)',
  'var(--canvas)',
  'var(--canvas)',
]

/**
 * The accent color is light in the dark theme, so text on a filled control uses the canvas color
 * instead of white.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--on-accent)' } : colors
}

const colorVariables = (name: string, color: string, hover: string, tint: string) => ({
  [`--mantine-color-${name}-filled`]: color,
  [`--mantine-color-${name}-filled-hover`]: hover,
  [`--mantine-color-${name}-text`]: color,
  [`--mantine-color-${name}-outline`]: color,
  [`--mantine-color-${name}-outline-hover`]: tint,
  [`--mantine-color-${name}-light`]: tint,
  [`--mantine-color-${name}-light-hover`]: tint,
  [`--mantine-color-${name}-light-color`]: color,
})

const variables = {
  ...colorVariables('accent', 'var(--accent)', 'var(--accent-hover)', 'var(--accent-tint)'),
  ...colorVariables('red', 'var(--status-error)', 'var(--error-hover)', 'var(--error-tint)'),
  ...colorVariables('gray', 'var(--text-muted)', 'var(--text)', 'var(--hover)'),
  '--mantine-color-body': 'var(--canvas)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-subtle)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--status-error)',
  '--mantine-color-default': 'var(--canvas)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--hover)',
  '--mantine-color-disabled-color': 'var(--text-subtle)',
  '--mantine-color-disabled-border': 'var(--line)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-z-index-app': 'var(--z-sticky)',
    '--mantine-z-index-popover': 'var(--z-dialog)',
    '--mantine-z-index-modal': 'var(--z-dialog)',
    '--mantine-z-index-overlay': 'var(--z-toast)',
  },
  light: variables,
  dark: variables,
})

const REVEAL_MS = 120

export const theme = createTheme({
  primaryColor: 'accent',
  colors: {
    accent: uniformScale('var(--accent)'),
    red: uniformScale('var(--status-error)'),
    gray,
    dark,
  },
  white: 'var(--canvas)',
  black: 'var(--text)',
  variantColorResolver,
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-data)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: {
    xs: 'var(--line-xs)',
    sm: 'var(--line-sm)',
    md: 'var(--line-md)',
    lg: 'var(--line-lg)',
    xl: 'var(--line-xl)',
  },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: {
    xs: 'var(--space-4)',
    sm: 'var(--space-8)',
    md: 'var(--space-12)',
    lg: 'var(--space-16)',
    xl: 'var(--space-24)',
  },
  radius: {
    xs: '2px',
    sm: 'var(--radius-control)',
    md: 'var(--radius-overlay)',
    lg: 'var(--radius-overlay)',
    xl: 'var(--radius-overlay)',
  },
  shadows: {
    xs: 'var(--shadow)',
    sm: 'var(--shadow)',
    md: 'var(--shadow)',
    lg: 'var(--shadow)',
    xl: 'var(--shadow)',
  },
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: REVEAL_MS },
      },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
    }),
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withinPortal: true } }),
  },
})
