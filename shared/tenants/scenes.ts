import type { Tenant } from './schema.ts'
import { sceneColours, type Scheme } from './scene-colours.ts'

/** The scenes that come with the program: files of shared/scenes/. */
export const SCENES = [
  'aurora',
  'canal',
  'candle',
  'clearing',
  'dunes',
  'evening',
  'fjord',
  'garden',
  'harbour',
  'lanterns',
  'lavender',
  'roofs',
  'sea-window'
] as const
export type SceneName = (typeof SCENES)[number]
export const DEFAULT_SCENE = 'evening' satisfies SceneName

/** The scene of a brand without a drawing of its own. A name that this version of the program doesn't know is only a picture: it gets the usual one. */
export function sceneNameOf({ scene }: Pick<Tenant, 'scene'>): SceneName {
  return SCENES.find((known) => known === scene) ?? DEFAULT_SCENE
}

/** A drawing with the brand's colours in the places that name them: an image has no style sheet to take them from. */
export function paintScene(drawing: string, theme: Tenant['theme'], scheme: Scheme): string {
  const colours: Record<string, string> = sceneColours(theme, scheme)
  return drawing.replace(COLOUR, (_, name: string) => colours[name] ?? 'none')
}

/** `var(--far)`, or with what a drawing program shall show: `var(--far, #8a6)`. */
const COLOUR = /var\(\s*--([a-z-]+)\s*(?:,[^()]*)?\)/g
