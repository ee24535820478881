import type { Tenant } from './schema.ts'
import { themeColours } from './theme.ts'

/** Two times of the same evening: a page in light colours shows the golden hour, one in dark colours the night. */
export type Scheme = 'light' | 'dark'

/** The colours that a drawing may use, as `var(--<name>)`. From the top of the sky to the foreground. */
export const SCENE_COLOURS = [
  'primary',
  'secondary',
  'sky-top',
  'sky',
  'horizon',
  'glow',
  'mist',
  'far',
  'middle',
  'near',
  'front',
  'light',
  'veil',
  'second',
  'second-deep'
] as const
export type SceneColour = (typeof SCENE_COLOURS)[number]

/** Lightness (0 to 1) and the two axes of colour (OKLab), in which mixing two colours stays as bright as they are. */
type Lab = readonly [number, number, number]

/** The last colour of the sky before night, whatever the brand. */
const PEACH = labOf('#ffb98a')
const EMBER = labOf('#f08a5d')
const CANDLE = labOf('#ffd9a0')

/** A brand's colours for its scene: the hue is the brand's, lightness and saturation are the hour's, so that every scene has the same light. */
export function sceneColours(theme: Tenant['theme'], scheme: Scheme): Record<SceneColour, string> {
  const { primary, secondary } = themeColours(theme)
  const own = labOf(primary)
  const second = labOf(secondary)
  const tone = (lightness: number, most: number) => toned(own, lightness, most)
  const drawn: Record<Exclude<SceneColour, 'primary' | 'secondary'>, Lab> = scheme === 'light'
    ? {
        'sky-top': tone(0.76, 0.1),
        sky: mix(tone(0.86, 0.07), PEACH, 0.22),
        horizon: mix(toned(PEACH, 0.93, 0.06), tone(0.93, 0.05), 0.15),
        glow: mix(labOf('#fff4dc'), second, 0.12),
        mist: mix(toned(PEACH, 0.95, 0.04), tone(0.93, 0.04), 0.4),
        far: mix(tone(0.73, 0.075), PEACH, 0.2),
        middle: tone(0.59, 0.095),
        near: tone(0.44, 0.095),
        front: tone(0.31, 0.075),
        light: mix(labOf('#ffe6ad'), second, 0.15),
        veil: toned(second, 0.95, 0.08),
        second: toned(second, 0.74, 0.09),
        'second-deep': toned(second, 0.54, 0.085)
      }
    : {
        'sky-top': tone(0.18, 0.055),
        sky: tone(0.33, 0.1),
        horizon: mix(tone(0.56, 0.13), EMBER, 0.5),
        glow: mix(CANDLE, second, 0.2),
        mist: mix(tone(0.5, 0.09), EMBER, 0.25),
        far: mix(tone(0.37, 0.095), EMBER, 0.1),
        middle: tone(0.28, 0.08),
        near: tone(0.21, 0.06),
        front: tone(0.145, 0.04),
        light: mix(labOf('#ffcf85'), second, 0.15),
        veil: toned(second, 0.84, 0.12),
        second: toned(second, 0.42, 0.085),
        'second-deep': toned(second, 0.25, 0.06)
      }
  return {
    primary,
    secondary,
    ...(Object.fromEntries(Object.entries(drawn).map(([name, lab]) => [name, hexOf(lab)])) as typeof drawn &
      Record<keyof typeof drawn, string>)
  }
}

/** A drawing with the brand's colours in the places that name them: an image has no style sheet to take them from. */
export function paintScene(drawing: string, theme: Tenant['theme'], scheme: Scheme): string {
  const colours: Record<string, string> = sceneColours(theme, scheme)
  return drawing.replace(COLOUR, (_, name: string) => colours[name] ?? 'none')
}

/** `var(--far)`, or with a fallback for drawing programs: `var(--far, #8a6)`. */
const COLOUR = /var\(\s*--([a-z-]+)\s*(?:,[^()]*)?\)/g

/** The hue of a colour with another lightness, and at most this saturation. */
function toned([, a, b]: Lab, lightness: number, most: number): Lab {
  const chroma = Math.hypot(a, b)
  const share = chroma === 0 ? 0 : Math.min(1, most / chroma)
  return [lightness, a * share, b * share]
}

function mix(one: Lab, other: Lab, share: number): Lab {
  return [0, 1, 2].map((axis) => one[axis]! * (1 - share) + other[axis]! * share) as unknown as Lab
}

/** OKLab of `#rrggbb` (https://bottosson.github.io/posts/oklab/). */
function labOf(colour: string): Lab {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  ]
}

function hexOf([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
  return `#${linear
    .map((part) => {
      const channel = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
      return Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
}
