"""What results, players, systems and parameters are; errors. No arithmetic, no files."""
