/** Pairs of countries that border on each other, or are close across the water (by bridge, tunnel or ferry). */
const BORDERS =
  'AR-BO AR-CL AR-PY AR-UY AT-CH AT-CZ AT-DE AT-HU AT-IT AT-SI AT-SK AU-NZ BE-DE BE-FR BE-LU BE-NL BO-CL BO-PE BO-PY CA-US CH-DE CH-FR CH-IT ' +
  'CL-PE CO-EC CO-PA CO-PE CO-VE CR-NI CR-PA CZ-DE CZ-PL DE-DK DE-FR DE-LU DE-NL DE-PL DK-NO DK-SE EC-PE EE-FI ES-FR ES-PT FI-NO FI-SE FR-GB ' +
  'FR-IT FR-LU GB-IE GT-HN GT-MX GT-SV HN-NI HN-SV LT-PL MX-US NO-SE PL-SK'

const neighbours = new Map<string, string[]>()
for (const [one, other] of BORDERS.split(' ').map((pair) => pair.split('-') as [string, string])) {
  neighbours.set(one, [...(neighbours.get(one) ?? []), other])
  neighbours.set(other, [...(neighbours.get(other) ?? []), one])
}

/** The countries next to a country; none if they are not known. */
export function neighboursOf(country: string): readonly string[] {
  return neighbours.get(country) ?? []
}
