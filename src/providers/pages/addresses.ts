import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is assigned to the public network. Everything else of IPv6 is private, mapped, translated, special or not assigned. */
const ASSIGNED_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Public by its number, but within Azure it is the host that hands out the machine's settings and certificates. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether the address is one of a single machine in the public network. Refused are, besides what is private, all addresses of
 * IPv6 that stand for one of IPv4 (mapped, NAT64, 6to4, Teredo): where they lead is decided by a gateway that we do not know.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) return parsed.match(ASSIGNED_V6) && parsed.range() === 'unicast';
  return parsed.range() === 'unicast' && address !== AZURE_HOST;
}
