"""What results, players, systems, parameters and written rules are; errors. No arithmetic."""
