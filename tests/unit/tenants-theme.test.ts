import { expect, test } from 'vitest'
import { contrast, PAGE, textOn, themeColours, themeCss } from '../../shared/tenants/theme.ts'

test('contrast is the ratio of WCAG, whichever colour comes first', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#c0186a', '#c0186a')).toBe(1)
})

test('text on a colour is white or dark, whichever is more readable', () => {
  expect(textOn('#c0186a')).toBe('#ffffff')
  expect(textOn('#ffc83d')).toBe('#1f1622')
})

test('without a theme primary is pink and secondary yellow', () => {
  expect(themeColours({})).toEqual({ primary: '#c0186a', primary_dark: '#ff7db8', secondary: '#ffc83d', secondary_dark: '#ffd466' })
})

test('the dark variant of a brand colour is computed so that it is readable on the dark page', () => {
  for (const primary of ['#000000', '#2f4b9b', '#0b6b5d', '#7a2f7a', '#ffffff']) {
    expect(contrast(themeColours({ primary }).primary_dark, PAGE.dark)).toBeGreaterThanOrEqual(4.5)
  }
  expect(themeColours({ primary: '#2f4b9b', primary_dark: '#aabbff' }).primary_dark).toBe('#aabbff')
})

test('the theme’s style gives each colour in both schemes a readable text colour', () => {
  for (const primary of ['#0b6b5d', '#9c4a00']) {
    const css = themeCss({ primary })
    expect(css).toContain(`--primary:${primary};`)
    const pairs = [...css.matchAll(/--(\w+):(#[0-9a-f]{6});--on-\1:(#[0-9a-f]{6});/g)]
    expect(pairs.map(([, name]) => name)).toEqual(['primary', 'secondary', 'primary', 'secondary'])
    for (const [, , colour, text] of pairs) expect(contrast(colour!, text!)).toBeGreaterThanOrEqual(4.5)
  }
})
